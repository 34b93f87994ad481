export { awaitReceipt as receiptOf } from "@/lib/shared/chain/await-receipt";
