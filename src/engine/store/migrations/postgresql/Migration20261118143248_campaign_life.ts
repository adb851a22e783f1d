import { Migration } from '@mikro-orm/migrations';

export class Migration20261118143248_campaign_life extends Migration {

  override name = 'Migration20261118143248_campaign_life';

  override up(): void | Promise<void> {
    this.addSql(`create table "stream_ticket" ("hash" varchar(64) not null, "viewer_id" varchar(128) not null, "viewer_name" varchar(120) not null, "roles" jsonb not null, "campaign_ids" jsonb null, "token_id" varchar(36) null, "credential_expires_at" timestamptz(3) null, "expires_at" timestamptz(3) not null, primary key ("hash"));`);
    this.addSql(`create index "stream_ticket_expires_at_index" on "stream_ticket" ("expires_at");`);

    this.addSql(`alter table "campaign" add "last_played_at" timestamptz(3) null, add "archived_at" timestamptz(3) null, add "deleted_at" timestamptz(3) null;`);
    this.addSql(`create index "campaign_last_played_at_index" on "campaign" ("last_played_at");`);
    this.addSql(`create index "campaign_deleted_at_index" on "campaign" ("deleted_at");`);

    this.addSql(`alter table "campaign_member" add "read_session_id" varchar(36) null, add "read_scene_index" int null, add "seen_at" timestamptz(3) null, add "typing_until" timestamptz(3) null;`);
    this.addSql(`update campaign set last_played_at = coalesce((select max(scene.created_at) from scene join session on session.id = scene.session_id where session.campaign_id = campaign.id), created_at);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "stream_ticket" cascade;`);

    this.addSql(`drop index "campaign_last_played_at_index";`);
    this.addSql(`drop index "campaign_deleted_at_index";`);
    this.addSql(`alter table "campaign" drop column "last_played_at", drop column "archived_at", drop column "deleted_at";`);

    this.addSql(`alter table "campaign_member" drop column "read_session_id", drop column "read_scene_index", drop column "seen_at", drop column "typing_until";`);
  }

}
