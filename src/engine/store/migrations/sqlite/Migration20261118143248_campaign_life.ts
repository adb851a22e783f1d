import { Migration } from '@mikro-orm/migrations';

export class Migration20261118143248_campaign_life extends Migration {

  override name = 'Migration20261118143248_campaign_life';

  override up(): void | Promise<void> {
    this.addSql(`create table \`stream_ticket\` (\`hash\` text not null primary key, \`viewer_id\` text not null, \`viewer_name\` text not null, \`roles\` json not null, \`campaign_ids\` json null, \`token_id\` text null, \`credential_expires_at\` datetime null, \`expires_at\` datetime not null);`);
    this.addSql(`create index \`stream_ticket_expires_at_index\` on \`stream_ticket\` (\`expires_at\`);`);

    this.addSql(`alter table \`campaign\` add column \`last_played_at\` datetime null;`);
    this.addSql(`alter table \`campaign\` add column \`archived_at\` datetime null;`);
    this.addSql(`alter table \`campaign\` add column \`deleted_at\` datetime null;`);
    this.addSql(`create index \`campaign_last_played_at_index\` on \`campaign\` (\`last_played_at\`);`);
    this.addSql(`create index \`campaign_deleted_at_index\` on \`campaign\` (\`deleted_at\`);`);

    this.addSql(`alter table \`campaign_member\` add column \`read_session_id\` text null;`);
    this.addSql(`alter table \`campaign_member\` add column \`read_scene_index\` integer null;`);
    this.addSql(`alter table \`campaign_member\` add column \`seen_at\` datetime null;`);
    this.addSql(`alter table \`campaign_member\` add column \`typing_until\` datetime null;`);
    this.addSql(`update campaign set last_played_at = coalesce((select max(scene.created_at) from scene join session on session.id = scene.session_id where session.campaign_id = campaign.id), created_at);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`stream_ticket\`;`);

    this.addSql(`drop index \`campaign_last_played_at_index\`;`);
    this.addSql(`drop index \`campaign_deleted_at_index\`;`);
    this.addSql(`alter table \`campaign\` drop column \`last_played_at\`;`);
    this.addSql(`alter table \`campaign\` drop column \`archived_at\`;`);
    this.addSql(`alter table \`campaign\` drop column \`deleted_at\`;`);

    this.addSql(`alter table \`campaign_member\` drop column \`read_session_id\`;`);
    this.addSql(`alter table \`campaign_member\` drop column \`read_scene_index\`;`);
    this.addSql(`alter table \`campaign_member\` drop column \`seen_at\`;`);
    this.addSql(`alter table \`campaign_member\` drop column \`typing_until\`;`);
  }

}
