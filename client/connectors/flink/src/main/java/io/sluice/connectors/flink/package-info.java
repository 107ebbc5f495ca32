/**
 * A sink for Flink's DataStream API. Uses only the public packages of Sluice, the connectors' common part, and Flink's
 * public classes.
 */
@NullMarked
package io.sluice.connectors.flink;

import org.jspecify.annotations.NullMarked;
