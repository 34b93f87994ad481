/** The message for a chain that this launchpad does not serve. It follows the field label. */
export const UNSERVED_CHAIN = "is not served by this launchpad. Choose another chain.";
