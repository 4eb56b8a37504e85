/** One step of the schema. `sql` runs in a transaction together with the change of the version to `version`. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}
