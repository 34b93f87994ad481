import type { TransactionKind } from "../rules";
import type { Kind } from "./kind";
import { launch } from "./launch";
import { manager } from "./manager";
import { payout } from "./payout";
import { preparedLaunch } from "./prepared-launch";
import { shareChange } from "./share-change";
import { tokenDrop } from "./token-drop";
import { trade } from "./trade";
import { tradeApproval } from "./trade-approval";
import { withdrawal } from "./withdrawal";

export const KINDS: { [K in TransactionKind]: Kind<K> } = {
  launch,
  manager,
  payout,
  withdrawal,
  share_change: shareChange,
  token_drop: tokenDrop,
  prepared_launch: preparedLaunch,
  trade,
  trade_approval: tradeApproval,
};
