"""What every generated client has to be able to do, with the one for Python."""

import json
import sys

from slipway_data_interface_client import Client as Data
from slipway_data_interface_client.api.default import (
    get_token_details,
    get_token_price,
    list_holders,
    list_tokens,
    list_trades,
)
from slipway_data_interface_client.models import (
    GetTokenDetailsChain,
    GetTokenPriceChain,
    ListHoldersChain,
    ListTokensChain,
    ListTradesChain,
)
from slipway_launch_interface_client import Client as Launch
from slipway_launch_interface_client.api.default import (
    get_config,
    get_launch_status,
    launch_memecoin,
)
from slipway_launch_interface_client.models import LaunchMemecoinBody, LaunchMemecoinChain

with open("fixture.json", encoding="utf-8") as file:
    fixture = json.load(file)
token = fixture["token"]
data = Data(base_url=fixture["baseUrl"])
launch = Launch(base_url=fixture["baseUrl"], timeout=30)


def must(is_met, expectation, found):
    if not is_met:
        raise AssertionError(f"{expectation}; found {found!r}")


def reads_config():
    slugs = [str(chain.slug) for chain in get_config.sync(client=launch).chains]
    must("base-sepolia" in slugs, "base-sepolia is there", slugs)


def lists_tokens():
    tokens = list_tokens.sync(ListTokensChain.BASE_SEPOLIA, client=data, limit=5).data
    must(1 <= len(tokens) <= 5, "1 to 5 tokens", tokens)


def reads_details():
    details = get_token_details.sync(GetTokenDetailsChain.BASE_SEPOLIA, token, client=data)
    must(details.symbol == "KNOWN", "the symbol", details)


def reads_price():
    price = get_token_price.sync(GetTokenPriceChain.BASE_SEPOLIA, token, client=data)
    must(float(price.price.current) > 0, "a price above zero", price)


def counts_holders():
    holders = list_holders.sync(ListHoldersChain.BASE_SEPOLIA, token, client=data)
    must(holders.pagination.total > 1, "a trader and the pool", holders)


def lists_trades():
    trades = list_trades.sync(ListTradesChain.BASE_SEPOLIA, token, client=data).trades
    must([str(trade.type_) for trade in trades] == ["buy", "buy"], "two buys", trades)


def sends_dry_run():
    body = LaunchMemecoinBody(
        name="Generated",
        symbol="GEN",
        image_ipfs="QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
        creator_email="ada@example.com",
        dry_run=True,
    )
    answer = launch_memecoin.sync(LaunchMemecoinChain.BASE_SEPOLIA, client=launch, body=body)
    must(answer.expected_address.startswith("0x"), "an address", answer)


def gets_404():
    status = get_launch_status.sync_detailed("nothing", client=launch).status_code
    must(status == 404, "404", status)


ACTIONS = {
    "reads the config": reads_config,
    "lists tokens": lists_tokens,
    "reads details": reads_details,
    "reads a price": reads_price,
    "counts holders": counts_holders,
    "lists trades": lists_trades,
    "sends a dry run": sends_dry_run,
    "gets 404 for an unknown job": gets_404,
}

for action, run in ACTIONS.items():
    error = None
    try:
        run()
    except Exception as reason:  # one action's failure is its result
        error = f"{type(reason).__name__}: {reason}"
    sys.stdout.write(json.dumps({"action": action, "error": error}) + "\n")
