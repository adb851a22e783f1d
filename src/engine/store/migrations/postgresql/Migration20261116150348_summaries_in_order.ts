import { Migration } from '@mikro-orm/migrations';

export class Migration20261116150348_summaries_in_order extends Migration {

  override name = 'Migration20261116150348_summaries_in_order';

  override up(): void | Promise<void> {
    this.addSql(`create index "summary_row_session_id_kind_scene_index_index" on "summary_row" ("session_id", "kind", "scene_index");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "summary_row_session_id_kind_scene_index_index";`);
  }

}
