export { awaitReceipt as receiptOf } from "@/lib/shared/await-receipt";
