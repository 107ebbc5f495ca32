/**
 * Writes rows so that a run can be stopped anywhere and go on: what is settled up to where, checkpoints, dead letters, a
 * rate, the run itself. May use {@code input}, {@code mapping} and the client's public packages.
 */
@NullMarked
package io.sluice.loader.write;

import org.jspecify.annotations.NullMarked;
