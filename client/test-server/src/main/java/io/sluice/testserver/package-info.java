/**
 * Region servers for tests: several in one JVM, on free loopback ports, ready within milliseconds. They speak HBase's
 * real protocol, keep what is written in memory, and play faults that a test scripts. Start with {@link
 * io.sluice.testserver.TestCluster}. Depends only on Netty: it has its own message parser, so that a bug in a client's
 * encoder is not hidden by the same bug in a shared decoder.
 */
@NullMarked
package io.sluice.testserver;

import org.jspecify.annotations.NullMarked;
