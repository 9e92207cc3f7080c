import { isOfficial } from './official-image';
import { ImageFacts, ImageNeeds } from './program';
import { ProgramRun } from './program-run';

/** The folder above the data. PostgreSQL wants to own the data folder itself, and root owns the root of an emptyDir volume. */
function postgresFolder(run: ProgramRun): readonly string[] {
  const data = run.variable('PGDATA');
  if (data === undefined) {
    return run.hasVariable('PGDATA') ? [] : ['/var/lib/postgresql'];
  }
  const parent = data.replace(/(?<!\/)\/+$/, '').replace(/\/[^/]*$/, '');
  return parent === '' ? [] : [parent];
}

function isAlpine(run: ProgramRun): boolean {
  return /alpine/.test(run.tag);
}

/** The facts about an image of Docker's library that starts as root and goes on as a user of its own. */
function official(
  name: string, image: string, binary: RegExp, user: (run: ProgramRun) => number, needs: (run: ProgramRun) => ImageNeeds,
): ImageFacts {
  return {
    name,
    repositories: new RegExp(`(^|/)${image}$`),
    binary,
    imageUser: run => isOfficial(run, image) && run.isVariantSeen ? { root: true, id: user(run) } : undefined,
    imageNeeds: run => isOfficial(run, image) ? { stepsDown: true, ...needs(run) } : undefined,
  };
}

/**
 * Images that usually are the app of a pod, or its database. How they serve others is not known here, only what they need to run.
 *
 * Users and folders were read in the Dockerfiles and entrypoints of docker-library and MariaDB/mariadb-docker; those of RabbitMQ are from memory. None was run.
 */
export const APP_IMAGES: readonly ImageFacts[] = [
  official('PostgreSQL', 'postgres', /^(postgres|docker-entrypoint\.sh)$/, run => isAlpine(run) ? 70 : 999,
    run => ({ folders: [...postgresFolder(run), '/var/run/postgresql', '/tmp'] })),
  official('MySQL', 'mysql', /^(mysqld|docker-entrypoint\.sh)$/, () => 999, () => ({ folders: ['/var/lib/mysql', '/var/run/mysqld', '/tmp'] })),
  official('MariaDB', 'mariadb', /^(mariadbd|mysqld|docker-entrypoint\.sh)$/, () => 999, () => ({ folders: ['/var/lib/mysql', '/run/mysqld', '/tmp'] })),
  official('RabbitMQ', 'rabbitmq', /^(rabbitmq-server|docker-entrypoint\.sh)$/, run => isAlpine(run) ? 100 : 999, () => ({ folders: ['/var/lib/rabbitmq'] })),
];
