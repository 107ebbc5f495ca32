package io.sluice.internal.batch;

import io.sluice.Unacknowledged;
import java.util.List;

/**
 * What became of the entries of batches that were given up.
 *
 * @param handedBack the mutations, each with its last error
 * @param tell tells their receivers, which may take as long as the program's callbacks take
 */
public record Abandoned(List<Unacknowledged> handedBack, Runnable tell) {}
