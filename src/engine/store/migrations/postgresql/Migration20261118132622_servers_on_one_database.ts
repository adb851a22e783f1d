import { Migration } from '@mikro-orm/migrations';

export class Migration20261118132622_servers_on_one_database extends Migration {

  override name = 'Migration20261118132622_servers_on_one_database';

  override up(): void | Promise<void> {
    this.addSql(`create table "server_node" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "seen_at" timestamptz(3) not null, "version" varchar(64) not null, "host" varchar(255) not null, "packs_hash" varchar(64) not null, "prompts_hash" varchar(64) not null, primary key ("id"));`);

    this.addSql(`create table "logged_history" ("id" serial primary key, "session_id" varchar(36) not null, "entry" bytea not null, "created_at" timestamptz(3) not null);`);
    this.addSql(`create index "logged_history_session_id_id_index" on "logged_history" ("session_id", "id");`);

    this.addSql(`create table "kept_reply" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "turn_id" varchar(36) not null, "prompt_hash" varchar(64) not null, "reply" bytea not null, primary key ("id"));`);
    this.addSql(`alter table "kept_reply" add constraint "kept_reply_turn_id_prompt_hash_unique" unique ("turn_id", "prompt_hash");`);

    this.addSql(`alter table "logged_history" add constraint "logged_history_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "kept_reply" add constraint "kept_reply_turn_id_foreign" foreign key ("turn_id") references "turn" ("id") on delete cascade;`);

    // Servers of the previous version write history into queued_history until they are stopped. It reaches the log as well.
    this.addSql(`create function "log_queued_history"() returns trigger language plpgsql as $$ begin insert into "logged_history" ("session_id", "entry", "created_at") values (new."session_id", new."entry", new."created_at"); return null; end $$;`);
    this.addSql(`create trigger "log_queued_history" after insert on "queued_history" for each row execute function "log_queued_history"();`);
    // What was indexed before has left the queue: it is made anew for the log.
    this.addSql(`insert into "settle_job" ("id", "created_at", "session_id", "scene_index", "kind", "job_key", "payload", "status", "attempts", "not_before") select gen_random_uuid()::text, now(), "id", "scene_index", 'history', 'history:log', '{}', 'waiting', 0, now() from "session" where "scene_index" > 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger "log_queued_history" on "queued_history";`);
    this.addSql(`drop function "log_queued_history";`);
    this.addSql(`delete from "settle_job" where "job_key" = 'history:log';`);

    this.addSql(`drop table if exists "server_node" cascade;`);
    this.addSql(`drop table if exists "logged_history" cascade;`);
    this.addSql(`drop table if exists "kept_reply" cascade;`);
  }

}
