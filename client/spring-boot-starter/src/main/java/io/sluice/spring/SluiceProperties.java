package io.sluice.spring;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings below {@code sluice} in {@code application.properties}.
 *
 * @param hbase cluster settings under HBase's keys: {@code sluice.hbase[hbase.zookeeper.quorum]=zk1,zk2,zk3}; they
 *     override those of {@code hbase-site.xml}
 * @param connectTimeout how long the start of the program waits for the cluster
 */
@ConfigurationProperties("sluice")
public record SluiceProperties(
        @DefaultValue Map<String, String> hbase,
        @DefaultValue("20s") Duration connectTimeout) {}
