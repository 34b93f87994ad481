export { awaitReceipt as receiptOf } from "@/lib/support/await-receipt";
