import { Migration } from '@mikro-orm/migrations';

export class Migration20261116040417_authored_content extends Migration {

  override name = 'Migration20261116040417_authored_content';

  override up(): void | Promise<void> {
    this.addSql(`create table "homebrew_version" ("pack_id" varchar(60) not null, "content_id" varchar(60) not null, "version" int not null, "revision" int not null, "kind" varchar(16) not null, "active" boolean not null, "content" bytea not null, "created_at" timestamptz(3) not null, primary key ("pack_id", "content_id", "version"));`);
    this.addSql(`create index "homebrew_version_pack_id_revision_index" on "homebrew_version" ("pack_id", "revision");`);

    this.addSql(`create table "kept_pack" ("hash" varchar(64) not null, "pack_id" varchar(60) not null, "version" varchar(60) not null, "content" bytea not null, "created_at" timestamptz(3) not null, primary key ("hash"));`);

    this.addSql(`create table "segment_switch" ("segment_id" varchar(160) not null, "active" boolean not null, "changed_at" timestamptz(3) not null, primary key ("segment_id"));`);

    this.addSql(`create table "memory_row" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "scene_index" int not null, "ordinal" int not null, "character_id" varchar(120) not null, "kind" varchar(16) not null, "body" jsonb not null, primary key ("id"));`);
    this.addSql(`alter table "memory_row" add constraint "memory_row_session_id_scene_index_ordinal_unique" unique ("session_id", "scene_index", "ordinal");`);

    this.addSql(`create table "chronicle_entry" ("session_id" varchar(36) not null, "event_id" varchar(16) not null, "scene_index" int not null, "body" jsonb not null, "created_at" timestamptz(3) not null, primary key ("session_id", "event_id"));`);
    this.addSql(`create index "chronicle_entry_session_id_scene_index_index" on "chronicle_entry" ("session_id", "scene_index");`);

    this.addSql(`alter table "memory_row" add constraint "memory_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "chronicle_entry" add constraint "chronicle_entry_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "homebrew_version" cascade;`);
    this.addSql(`drop table if exists "kept_pack" cascade;`);
    this.addSql(`drop table if exists "segment_switch" cascade;`);
    this.addSql(`drop table if exists "memory_row" cascade;`);
    this.addSql(`drop table if exists "chronicle_entry" cascade;`);
  }

}
