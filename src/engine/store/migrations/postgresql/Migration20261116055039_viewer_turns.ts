import { Migration } from '@mikro-orm/migrations';

export class Migration20261116055039_viewer_turns extends Migration {

  override name = 'Migration20261116055039_viewer_turns';

  override up(): void | Promise<void> {
    this.addSql(`create table "viewer_turn" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "viewer_id" varchar(200) not null, "turn_id" varchar(36) not null, primary key ("id"));`);
    this.addSql(`create index "viewer_turn_viewer_id_created_at_index" on "viewer_turn" ("viewer_id", "created_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "viewer_turn" cascade;`);
  }

}
