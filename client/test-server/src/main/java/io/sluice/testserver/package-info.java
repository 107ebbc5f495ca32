/**
 * Region servers for tests: several in one JVM, on free ports of the loop-back interface, ready in some milliseconds. They
 * speak HBase's real protocol, keep what is written in memory, and play faults that a test scripts. Start with
 * {@link io.sluice.testserver.TestCluster}. Depends on Netty only: messages are read here by code of its own, so that a
 * fault of a client's encoder does not hide behind the same fault of a decoder.
 */
@NullMarked
package io.sluice.testserver;

import org.jspecify.annotations.NullMarked;
