import { Migration } from '@mikro-orm/migrations';

export class Migration20261116054144_access_control extends Migration {

  override name = 'Migration20261116054144_access_control';

  override up(): void | Promise<void> {
    this.addSql(`create table \`api_token\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`hash\` text not null, \`viewer_id\` text not null, \`viewer_name\` text not null, \`roles\` json not null, \`campaign_ids\` json null, \`expires_at\` datetime not null, \`revoked_at\` datetime null);`);
    this.addSql(`create unique index \`api_token_hash_unique\` on \`api_token\` (\`hash\`);`);

    this.addSql(`create table \`campaign_invitation\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`campaign_id\` text not null, \`hash\` text not null, \`persona_id\` text null, \`expires_at\` datetime not null, \`accepted_by\` text null, constraint \`campaign_invitation_campaign_id_foreign\` foreign key (\`campaign_id\`) references \`campaign\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`campaign_invitation_campaign_id_index\` on \`campaign_invitation\` (\`campaign_id\`);`);
    this.addSql(`create unique index \`campaign_invitation_hash_unique\` on \`campaign_invitation\` (\`hash\`);`);

    this.addSql(`create table \`campaign_member\` (\`campaign_id\` text not null, \`viewer_id\` text not null, \`name\` text not null, \`role\` text not null, \`persona_id\` text null, \`created_at\` datetime not null, primary key (\`campaign_id\`, \`viewer_id\`), constraint \`campaign_member_campaign_id_foreign\` foreign key (\`campaign_id\`) references \`campaign\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`campaign_member_viewer_id_index\` on \`campaign_member\` (\`viewer_id\`);`);
    this.addSql(`create unique index \`campaign_member_campaign_id_persona_id_unique\` on \`campaign_member\` (\`campaign_id\`, \`persona_id\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`api_token\`;`);
    this.addSql(`drop table if exists \`campaign_invitation\`;`);
    this.addSql(`drop table if exists \`campaign_member\`;`);
  }

}
