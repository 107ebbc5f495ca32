package io.sluice.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** A stream of choices that a seed determines. */
final class Chance {
    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Another stream, which draws from this one only once. */
    Chance fork() {
        return new Chance(random.nextLong());
    }

    long any() {
        return random.nextLong();
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both limits are possible. */
    long between(long least, long most) {
        return random.nextLong(least, most + 1);
    }

    boolean percent(int probability) {
        return random.nextInt(100) < probability;
    }

    boolean perMille(int probability) {
        return random.nextInt(1000) < probability;
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Small numbers often, large ones seldom: each magnitude is as likely as the next. */
    long skewed(long least, long most) {
        double exponent = random.nextDouble() * Math.log((double) most / least);
        return Math.min(most, (long) (least * Math.exp(exponent)));
    }
}
