/** The mark in the name of a conflict copy, between the name of the file that it was made beside and the extension. */
export const CONFLICT_MARK = / \(conflict \d{4}-\d{2}-\d{2} \d{4} [^()]*\)/;
