/**
 * The whole engine in virtual time, on one thread, with every choice drawn from one seed. See docs/simulation.md. Knows the
 * engine by its ports and by {@link io.sluice.simulation.EngineUnderTest} only.
 */
@NullMarked
package io.sluice.simulation;

import org.jspecify.annotations.NullMarked;
