/** Images of programs that do one piece of work, whatever they are told. */
const IMAGES = /(^|\/)(flyway|liquibase|dbmate|sqitch|migrate)$/;

/** Programs that do one piece of work, which some of them let others watch on a port. */
const PROGRAMS = /^(spark-submit|torchrun|deepspeed|accelerate|horovodrun|mpirun|mpiexec|flyway|liquibase|alembic|goose|dbmate|sqitch|dbt|pytest|papermill|k6|pg_dump|pg_restore|mysqldump|mongodump|mongorestore)$/;

/** Subcommands by which a program of any kind does one piece of work: `manage.py migrate`, `rails db:migrate`. */
const SUBCOMMAND = /^((db|app):)?(migrate|migrations?|backfill|etl|train|import|export|seed|reindex|backup|restore)(:[a-z_-]+)?$/;

/** What files with such work are called, where an interpreter runs them. */
const FILE = /^(train|finetune|migrate|etl|backfill|import|export|batch|seed|ingest|preprocess)([-_][\w-]{1,64})?\.(py|js|ts|rb|php|pl|sh|jar)$/;
const MODULE = /^torch\.distributed\.(run|launch)$/;

/** Flags that only such work has: the day that it is about, how long it goes on, or that it then exits. */
const FLAG = /^--?(((run|execution|start|end|business)[-_])?date|epochs|max[-_]steps|backfill|run[-_]once|one[-_]?shot|exit[-_](after|when|once)([-_][a-z]{1,20})?|exit[-_]on[-_](completion|idle|eof|finish|done|success|empty))(=|$)/;

/** Words by which the same programs serve others. */
const SERVES = /^(serve|server|start|runserver|run-server|daemon|listen|web|webserver)$/;

/** How many words may stand before the subcommand, with it: `bundle exec rails db:migrate`. */
const FIRST_WORDS = 5;

/** Whether a command plainly does one piece of work and then exits, given its words without what only starts it. */
export function isBatchCommand(words: readonly string[]): boolean {
  const plain = words.filter(word => !word.startsWith('-')).map(word => word.slice(word.lastIndexOf('/') + 1));
  if (plain.some(word => SERVES.test(word))) {
    return false;
  }
  return PROGRAMS.test(plain[0] ?? '') || words.some(word => FLAG.test(word))
    || plain.slice(0, FIRST_WORDS).some(word => SUBCOMMAND.test(word) || FILE.test(word) || MODULE.test(word));
}

/** Whether the image of a container, without its tag, does one piece of work and then exits. */
export function isBatchImage(repository: string): boolean {
  return IMAGES.test(repository);
}
