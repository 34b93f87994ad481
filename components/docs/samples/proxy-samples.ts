/** Maximum request body of the proxy, in MB. Videos are up to 50 MB. */
export const PROXY_BODY_MB = 64;

/**
 * nginx configuration. A test runs it with another address and certificate, another compares it with
 * `ops/nginx/slipway.conf`.
 */
export const NGINX_CONFIG = `upstream slipway {
  server 127.0.0.1:3000 max_fails=0;
}

server {
  listen 80;
  listen [::]:80;
  server_name launch.example.com;
  return 301 https://$host$request_uri;
}

server {
  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name launch.example.com;
  ssl_certificate     /etc/letsencrypt/live/launch.example.com/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/launch.example.com/privkey.pem;

  # nginx rejects bodies over 1 MB by default; videos are up to 50 MB.
  client_max_body_size ${PROXY_BODY_MB}m;

  # nginx does not ask whether a server is ready: with several servers, a read that one refuses goes to another. A launch
  # that a server refuses while it stops gets 503, and the client repeats it. Such an answer takes no server out (max_fails=0).
  proxy_next_upstream error timeout http_503;

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  # Append the client's address. By default nginx forwards the client's own header.
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;

  location / {
    proxy_pass http://slipway;
    # nginx buffers bodies, so that slow senders hold no slot of the servers. Creating a manager can take 60 s.
    proxy_read_timeout 90s;
  }

  location ~ ^/api/v1/upload-video/ {
    proxy_pass http://slipway;
    # Do not buffer videos: they are large, and their upload may take as long as it makes progress.
    proxy_request_buffering off;
    proxy_read_timeout 90s;
  }

  location = /api/inngest {
    proxy_pass http://slipway;
    # A call of Inngest may encode a video or sample its frames, which takes up to 10 minutes each.
    proxy_read_timeout 15m;
  }

  location ~ ^/v1/[^/]+/stream$ {
    proxy_pass http://slipway;
    # Do not buffer events. The server sends at least a comment every 15 s.
    proxy_buffering off;
    proxy_read_timeout 1h;
  }
}`;

/** Caddy configuration. A test runs it with another address. */
export const CADDY_CONFIG = `launch.example.com {
  # By default Caddy replaces X-Forwarded-For, accepts bodies of any size and does not buffer events.
  reverse_proxy 127.0.0.1:3000
}`;

export const PROXY_ENV = `PUBLIC_URL=https://launch.example.com
TRUSTED_PROXY_HOPS=1
METRICS_TOKEN=a-long-random-text`;
