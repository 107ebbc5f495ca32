/**
 * Finds the server of {@code hbase:meta}, by ZooKeeper or by any server of the cluster. The only package that knows
 * ZooKeeper. May use {@code net}, {@code wire} and the ports of the engine.
 */
@NullMarked
package io.sluice.client.internal.registry;

import org.jspecify.annotations.NullMarked;
