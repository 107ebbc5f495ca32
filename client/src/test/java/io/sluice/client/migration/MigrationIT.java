package io.sluice.client.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Moved programs write to a real HBase what they wrote with hbase-client. */
class MigrationIT {
    @TempDir
    Path folder = Path.of("");

    @Test
    void movedPrograms_write() throws Exception {
        try (EmbeddedHBase server =
                EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart())) {
            for (String table : List.of("async", "sync")) {
                server.client().createTable(table, List.of(FamilyOptions.of("d")), List.of());
            }
            assertThat(run("AsyncWriter", server, "async")).isEqualTo("refused");
            // 100 rows and the cell's and the counter, less the deleted one.
            assertThat(server.client().countRows("async").rows()).isEqualTo(101);
            assertThat(run("SyncWriter", server, "sync")).isEqualTo("failed 1");
            assertThat(server.client().countRows("sync").rows()).isEqualTo(50);
        }
    }

    private String run(String program, EmbeddedHBase server, String table) throws Exception {
        Migration migration = new Migration(folder);
        Path source = migration.copy(program);
        assertThat(Migration.script(source.toString()).exitCode()).isZero();
        Function<Function<String, String>, String> moved = migration.compiled(source);
        return moved.apply(
                key -> key.equals("table") ? table : server.settings().getOrDefault(key, ""));
    }
}
