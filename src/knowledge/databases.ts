/** The usual ports of the databases whose clients scripts call. */
export const POSTGRES_PORT = 5432;
export const MYSQL_PORT = 3306;
export const REDIS_PORT = 6379;
export const MONGO_PORT = 27017;

/** The usual ports of the databases that clients call by their own protocol. */
export const DATABASE_PORTS: readonly number[] = [POSTGRES_PORT, MYSQL_PORT, REDIS_PORT, MONGO_PORT];

/** Clients that a script may call only to learn whether the database answers, with the port that they ask when they are told none. */
export const ASKING_CLIENTS: { readonly [name: string]: number } = {
  'pg_isready': POSTGRES_PORT,
  'psql': POSTGRES_PORT,
  'mysqladmin': MYSQL_PORT,
  'mysql': MYSQL_PORT,
  'mariadb': MYSQL_PORT,
  'mariadb-admin': MYSQL_PORT,
  'redis-cli': REDIS_PORT,
  'mongo': MONGO_PORT,
  'mongosh': MONGO_PORT,
};

/** All clients, also those that a script calls only for their work. */
export const DATABASE_CLIENTS: { readonly [name: string]: number } = {
  ...ASKING_CLIENTS,
  pg_dump: POSTGRES_PORT,
  pg_restore: POSTGRES_PORT,
  createdb: POSTGRES_PORT,
  mysqldump: MYSQL_PORT,
};

/** Whether a port is the usual one of a database that clients call by its own protocol. */
export function isDatabasePort(port: number): boolean {
  return DATABASE_PORTS.includes(port);
}
