/**
 * Programs that write with one contender, in a JVM of their own, and their orders. Depends on all contenders, but on no
 * server.
 */
@NullMarked
package io.sluice.bench.writer;

import org.jspecify.annotations.NullMarked;
