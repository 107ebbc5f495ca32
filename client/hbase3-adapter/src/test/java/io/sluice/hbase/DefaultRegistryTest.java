package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class DefaultRegistryTest {
    private static final String KEY = "hbase.client.registry.impl";

    @Test
    void registry_unset_isHBase3sDefault() {
        assertThat(WriterConnection.translated(new Configuration(false)).get(KEY))
                .isEqualTo("org.apache.hadoop.hbase.client.RpcConnectionRegistry");
    }

    @Test
    void registry_set_isKept() {
        Configuration conf = new Configuration(false);
        conf.set(KEY, "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
        assertThat(WriterConnection.translated(conf).get(KEY)).isEqualTo(conf.get(KEY));
    }
}
