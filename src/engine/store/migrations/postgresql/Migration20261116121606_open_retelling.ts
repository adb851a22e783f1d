import { Migration } from '@mikro-orm/migrations';

export class Migration20261116121606_open_retelling extends Migration {

  override name = 'Migration20261116121606_open_retelling';

  override up(): void | Promise<void> {
    this.addSql(`create table "open_retelling" ("id" varchar(36) not null, "session_id" varchar(36) not null, "scene_id" varchar(36) not null, "started_at" timestamptz(3) not null, primary key ("id"));`);

    this.addSql(`alter table "open_retelling" add constraint "open_retelling_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "open_retelling" cascade;`);
  }

}
