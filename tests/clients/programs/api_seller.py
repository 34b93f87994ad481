"""Sells figures of tokens over HTTP, bought wholesale from the data interface; also launches."""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

WORLD = json.loads(sys.argv[1])
BASE = WORLD["baseUrl"]
TOKEN = WORLD["token"]
CHAIN = "base-sepolia"


def call(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data=data, headers={"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=60) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        return error.code, json.load(error)


def must(is_met, expectation, found):
    if not is_met:
        raise AssertionError(f"{expectation}; found {json.dumps(found)}")


class Shop(BaseHTTPRequestHandler):
    """GET /sell/<token> answers what a buyer pays for: dollars as floats."""

    def do_GET(self):
        token = self.path.rsplit("/", 1)[-1]
        status, body = call(f"{BASE}/v1/{CHAIN}/tokens/{token}/price")
        try:
            goods = {
                "price": float(body["price"]["priceUSDC"]),
                "volume": float(body["volume"]["volumeUSDC24h"]),
                "closes": [float(one["closeUSDC"]) for one in body["priceHistory"]["minutely"]],
            }
            answer = 200, goods
        except (KeyError, TypeError, ValueError) as error:
            answer = 502, {"status": status, "error": repr(error)}
        text = json.dumps(answer[1]).encode()
        self.send_response(answer[0])
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Standard output is for the report."""


def launch_at_100_usdc():
    status, body = call(
        f"{BASE}/api/v1/{CHAIN}/launch-memecoin",
        {
            "name": "Sold by the call",
            "symbol": "SELL",
            "description": "",
            "imageIpfs": "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
            "creatorAddress": WORLD["owner"],
            "marketCap": "100000000",
        },
    )
    must(status == 200 and body["success"] is True, "an accepted launch", body)
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        _, job = call(f"{BASE}/api/v1/launch-status/{body['jobId']}")
        must(job["state"] != "failed", "no failure", job)
        if job["state"] == "completed":
            return
        time.sleep(1)
    raise AssertionError("not completed after 90 s")


def sell(name, is_right):
    def action():
        server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            status, goods = call(f"http://127.0.0.1:{server.server_port}/sell/{TOKEN}")
            must(status == 200 and is_right(goods[name]), f"{name} to sell", goods)
        finally:
            server.shutdown()

    return action


ACTIONS = {
    "launches at a market cap of 100 USDC": launch_at_100_usdc,
    "sells the price in USDC": sell("price", lambda price: price > 0),
    "sells the volume in USDC": sell("volume", lambda volume: volume > 0),
    "sells candles in USDC": sell("closes", lambda closes: closes and min(closes) > 0),
}

for action, run in ACTIONS.items():
    error = None
    try:
        run()
    except Exception as reason:  # Whatever went wrong is the report.
        error = f"{type(reason).__name__}: {reason}"
    print(json.dumps({"action": action, "error": error}), flush=True)
