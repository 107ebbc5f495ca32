/** Tests of the sink for Flink; the same classes run against Flink 1.20, too. */
@NullMarked
package io.sluice.connectors.flink;

import org.jspecify.annotations.NullMarked;
