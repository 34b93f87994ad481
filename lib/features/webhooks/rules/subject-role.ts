/**
 * Roles of the subjects of a webhook's filter, as stored. `everything` is the lowest, so that the largest role
 * of the subjects that match an event shows whether one of them names its token or creator.
 */
export const SUBJECT_ROLE = { everything: 0, token: 1, creator: 2 } as const;

export type SubjectRole = (typeof SUBJECT_ROLE)[keyof typeof SUBJECT_ROLE];
