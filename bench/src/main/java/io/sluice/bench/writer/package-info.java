/**
 * Programs that write with one contender, in a JVM of their own, and the orders they get. Knows all contenders, and no
 * server.
 */
@NullMarked
package io.sluice.bench.writer;

import org.jspecify.annotations.NullMarked;
