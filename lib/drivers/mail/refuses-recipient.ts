/**
 * The enhanced codes (RFC 3463) of an address, a mailbox and a route that do not work. 5.1.0, 5.1.7 and 5.1.8
 * are also about the sender, other 5.4 about faults of a mail system; 503 and 530 are about the session.
 */
const REFUSED_STATUS = /^5(?!03|30)\d\d[ -]5\.(1\.(?![078]$)\d+|2\.\d+|4\.[14])$/;
const REFUSED_PLAIN_STATUS = /^55[0-3]$/;
/** Words of a reply about the recipient: a plain status is ambiguous without them. */
const RECIPIENT_TEXT = /\b(user|mailbox|recipient|address|unknown|no such|exist|quota)/i;
/** Words of a reply about the operator's settings or server. They take precedence. */
const SETTINGS_TEXT =
  /relay|sender|rcpthosts|block|blacklist|authenticat|authori[sz]|reputation|spamhaus|\b(auth|log ?in|ip|listed|[dr]bl|dnsbl|helo|ehlo|client|spf|dkim|dmarc|spam|policy|ptr|r(everse )?dns)\b/i;
const SENDING_QUOTA = /\b(hourly|daily|per (hour|day)|sending (quota|limit|rate))\b/i;
const SERVER_ADDRESS = /address \[?([\d.]{7,}|[\da-f]*:[\da-f:]+)/i;

/**
 * Whether a reply to `RCPT TO` refuses the recipient, so that another address would help. An error of the
 * operator's settings must be an error in the alerts.
 * @param status of the reply, with its enhanced code if it has one, `550 5.1.1`
 * @param response the whole reply
 */
export function refusesRecipient(status: string, response: string): boolean {
  if (!REFUSED_PLAIN_STATUS.test(status)) return REFUSED_STATUS.test(status);
  // The quoted address may contain such a word.
  const text = response.replace(/\S+@\S+/g, "");
  const isOurs = [SETTINGS_TEXT, SENDING_QUOTA, SERVER_ADDRESS].some((about) => about.test(text));
  return RECIPIENT_TEXT.test(text) && !isOurs;
}
