package io.sluice.bench.run;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;

/**
 * One run of a benchmark.
 *
 * @param benchmark the class; it has one method
 * @param mode what is measured
 * @param unit of time in the score
 * @param threads how many call at once
 * @param parameters a value for each of its parameters
 */
public record Plan(Class<?> benchmark, Mode mode, TimeUnit unit, int threads, Map<String, String> parameters) {}
