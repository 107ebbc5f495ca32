/** Tests of the sink for Flink. */
@NullMarked
package io.sluice.connectors.flink;

import org.jspecify.annotations.NullMarked;
