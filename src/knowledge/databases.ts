/** The usual ports of the databases whose clients scripts call. */
export const POSTGRES = 5432;
export const MYSQL = 3306;
export const REDIS = 6379;
export const MONGO = 27017;

const PORTS: ReadonlySet<number> = new Set([POSTGRES, MYSQL, REDIS, MONGO]);

/** Clients that a script may call only to learn whether the database answers, with the port that they ask when they are told none. */
export const ASKING_CLIENTS: { readonly [name: string]: number } = {
  'pg_isready': POSTGRES,
  'psql': POSTGRES,
  'mysqladmin': MYSQL,
  'mysql': MYSQL,
  'mariadb': MYSQL,
  'mariadb-admin': MYSQL,
  'redis-cli': REDIS,
  'mongo': MONGO,
  'mongosh': MONGO,
};

/** All clients, also those that a script calls only for their work. */
export const DATABASE_CLIENTS: { readonly [name: string]: number } = {
  ...ASKING_CLIENTS,
  pg_dump: POSTGRES,
  pg_restore: POSTGRES,
  createdb: POSTGRES,
  mysqldump: MYSQL,
};

/** Whether a port is the usual one of a database that clients call by its own protocol. */
export function isDatabasePort(port: number): boolean {
  return PORTS.has(port);
}
