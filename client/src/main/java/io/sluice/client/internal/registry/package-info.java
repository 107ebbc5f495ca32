/**
 * Finds the cluster: who serves {@code hbase:meta} and what the cluster's id is, from ZooKeeper or from any of its
 * servers. The only package that knows ZooKeeper. May use {@code net}, {@code wire} and the ports of the engine.
 */
@NullMarked
package io.sluice.client.internal.registry;

import org.jspecify.annotations.NullMarked;
