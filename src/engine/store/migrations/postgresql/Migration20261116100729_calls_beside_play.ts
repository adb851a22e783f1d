import { Migration } from '@mikro-orm/migrations';

export class Migration20261116100729_calls_beside_play extends Migration {

  override name = 'Migration20261116100729_calls_beside_play';

  override up(): void | Promise<void> {
    this.addSql(`create table "side_call" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "work" varchar(16) not null, "viewer_id" varchar(200) null, "session_id" varchar(36) null, "step" varchar(40) not null, "purpose" varchar(16) not null, "model_key" varchar(80) not null, "provider" varchar(160) not null, "input_tokens" int not null, "output_tokens" int not null, "cache_write_tokens" int not null, "cache_read_tokens" int not null, "cost_usd" double precision null, "first_delta_ms" int null, "duration_ms" int not null, "ending" varchar(16) not null, primary key ("id"));`);
    this.addSql(`create index "side_call_created_at_index" on "side_call" ("created_at");`);
    this.addSql(`create index "side_call_viewer_id_created_at_index" on "side_call" ("viewer_id", "created_at");`);
    this.addSql(`create index "side_call_session_id_index" on "side_call" ("session_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "side_call" cascade;`);
  }

}
