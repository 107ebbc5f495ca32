/** Writes a Kafka topic to a table, at least once. */
@NullMarked
package io.sluice.examples.kafka;

import org.jspecify.annotations.NullMarked;
