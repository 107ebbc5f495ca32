/**
 * Tests of programs that write through Sluice: {@link io.sluice.test.SluiceTest} gives a JUnit test region servers in
 * its own JVM and a connection to them. The servers and their faults are in {@code io.sluice.testserver}.
 */
@NullMarked
package io.sluice.test;

import org.jspecify.annotations.NullMarked;
