/**
 * Writes rows so that a run can be stopped and resumed at any point: progress, checkpoints, dead letters, rate limits,
 * and the run itself. May use {@code input}, {@code mapping} and the client's public packages.
 */
@NullMarked
package io.sluice.loader.write;

import org.jspecify.annotations.NullMarked;
