/**
 * What becomes of an event: `usual`; `broken`, its row is no valid event; `refused`, EventBridge calls it malformed;
 * `stubborn`, EventBridge fails on it, and on nothing else, for some minutes. Each event says its role in its data.
 */
export type Role = 'usual' | 'broken' | 'refused' | 'stubborn'
