/** Destination of alerts. `send` throws when the message was not accepted. */
export type AlertChannel = { name: string; send(text: string): Promise<void> };
