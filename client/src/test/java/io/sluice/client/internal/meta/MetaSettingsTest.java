package io.sluice.client.internal.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Configuration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MetaSettingsTest {

    @Test
    void from_badValues_namesTheKey() {
        for (String key : List.of(
                "hbase.client.locate.prefetch.limit",
                "hbase.client.meta.operation.timeout",
                "hbase.client.meta.read.rpc.timeout",
                "hbase.rpc.timeout",
                "hbase.client.pause")) {
            Configuration conf = new Configuration();
            conf.set(key, "-1");
            assertThatThrownBy(() -> MetaSettings.from(conf))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(key)
                    .hasMessageContaining("-1");
        }
        MetaSettings defaults = MetaSettings.from(new Configuration());
        assertThat(defaults.prefetchRows()).isEqualTo(100);
        assertThat(defaults.operationTimeoutNanos()).isEqualTo(TimeUnit.MINUTES.toNanos(20));
        assertThat(defaults.rpcTimeoutNanos()).isEqualTo(TimeUnit.MINUTES.toNanos(1));
        assertThat(defaults.retry().pauseNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }
}
