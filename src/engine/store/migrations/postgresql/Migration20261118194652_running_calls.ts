import { Migration } from '@mikro-orm/migrations';

export class Migration20261118194652_running_calls extends Migration {

  override name = 'Migration20261118194652_running_calls';

  override up(): void | Promise<void> {
    this.addSql(`create table "call_reservation" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) null, "viewer_id" varchar(200) null, "usd" double precision not null, "expires_at" timestamptz(3) not null, primary key ("id"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "call_reservation" cascade;`);
  }

}
