import { Migration } from '@mikro-orm/migrations';

export class Migration20261116054144_access_control extends Migration {

  override name = 'Migration20261116054144_access_control';

  override up(): void | Promise<void> {
    this.addSql(`create table "api_token" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "hash" varchar(64) not null, "viewer_id" varchar(128) not null, "viewer_name" varchar(120) not null, "roles" jsonb not null, "campaign_ids" jsonb null, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`alter table "api_token" add constraint "api_token_hash_unique" unique ("hash");`);

    this.addSql(`create table "campaign_invitation" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "campaign_id" varchar(36) not null, "hash" varchar(64) not null, "persona_id" varchar(120) null, "expires_at" timestamptz(3) not null, "accepted_by" varchar(128) null, primary key ("id"));`);
    this.addSql(`alter table "campaign_invitation" add constraint "campaign_invitation_hash_unique" unique ("hash");`);

    this.addSql(`create table "campaign_member" ("campaign_id" varchar(36) not null, "viewer_id" varchar(128) not null, "name" varchar(120) not null, "role" varchar(16) not null, "persona_id" varchar(120) null, "created_at" timestamptz(3) not null, primary key ("campaign_id", "viewer_id"));`);
    this.addSql(`create index "campaign_member_viewer_id_index" on "campaign_member" ("viewer_id");`);
    this.addSql(`alter table "campaign_member" add constraint "campaign_member_campaign_id_persona_id_unique" unique ("campaign_id", "persona_id");`);

    this.addSql(`alter table "campaign_invitation" add constraint "campaign_invitation_campaign_id_foreign" foreign key ("campaign_id") references "campaign" ("id") on delete cascade;`);

    this.addSql(`alter table "campaign_member" add constraint "campaign_member_campaign_id_foreign" foreign key ("campaign_id") references "campaign" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "api_token" cascade;`);
    this.addSql(`drop table if exists "campaign_invitation" cascade;`);
    this.addSql(`drop table if exists "campaign_member" cascade;`);
  }

}
