package io.sluice.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.memory.ByteBudget.Claim;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(100);

    @Test
    void tryTake_untilTheLimit_takes() {
        assertThat(budget.tryTake(60)).isTrue();
        assertThat(budget.tryTake(41)).isFalse();
        assertThat(budget.tryTake(40)).isTrue();
        assertThat(budget.usedBytes()).isEqualTo(100);
        budget.give(100);
        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void claim_noRoom_asksForRoomOnce() {
        AtomicInteger asked = new AtomicInteger();
        budget.onClaim(asked::incrementAndGet);
        assertThat(budget.claim(100).granted()).isCompleted();
        assertThat(asked).hasValue(0);

        Claim claim = budget.claim(10);
        assertThat(claim.granted()).isNotDone();
        assertThat(asked).hasValue(1);
        assertThat(budget.wantedBytes()).isEqualTo(10);
    }

    @Test
    void takeUnbounded_noRoom_takesAllTheSame() {
        budget.takeUnbounded(250);
        assertThat(budget.usedBytes()).isEqualTo(250);
        assertThat(budget.tryTake(1)).isFalse();
        budget.give(250);
    }

    @Test
    void claim_noRoom_isGrantedWhenThereIsSome() {
        assertThat(budget.tryTake(100)).isTrue();
        Claim claim = budget.claim(30);
        assertThat(budget.hasWaiters()).isTrue();
        budget.give(20);
        assertThat(claim.granted()).isNotDone();
        budget.give(10);
        assertThat(claim.granted()).isCompleted();
        assertThat(budget.usedBytes()).isEqualTo(100);
        assertThat(budget.hasWaiters()).isFalse();
        assertThat(claim.use()).isTrue();
        assertThat(claim.use()).as("once").isFalse();
        claim.leave();
        assertThat(budget.usedBytes()).as("used, so not given back").isEqualTo(100);
    }

    @Test
    void claim_littleIsGivenBack_isGrantedWhenAPartIsFree_orAtTheNextCheck() {
        ByteBudget large = new ByteBudget(3_200);
        assertThat(large.tryTake(3_200)).isTrue();
        Claim first = large.claim(20);
        large.give(99);
        assertThat(first.granted()).as("99 of the 100 that wake a thread").isNotDone();
        large.give(1);
        assertThat(first.granted()).isCompleted();

        assertThat(large.tryTake(80)).isTrue();
        Claim second = large.claim(20);
        large.give(20);
        assertThat(second.granted()).isNotDone();
        large.serveClaims();
        assertThat(second.granted()).isCompleted();
        assertThat(large.usedBytes()).isEqualTo(3_200);
    }

    @Test
    void claims_areGrantedInTheirOrder() {
        assertThat(budget.tryTake(100)).isTrue();
        Claim large = budget.claim(80);
        Claim small = budget.claim(10);
        Claim ready = budget.ready(1);
        budget.give(50);
        assertThat(large.granted()).isNotDone();
        assertThat(small.granted()).as("must not overtake").isNotDone();
        assertThat(budget.tryTake(1)).as("newcomers queue up behind").isFalse();
        budget.give(30);
        assertThat(large.granted()).isCompleted();
        assertThat(small.granted()).isNotDone();
        budget.give(20);
        assertThat(small.granted()).isCompleted();
        assertThat(ready.granted()).isCompleted();
        assertThat(budget.usedBytes()).isEqualTo(90);
    }

    @Test
    void leave_waiting_takesNothingAndLetsOthersThrough() {
        assertThat(budget.tryTake(90)).isTrue();
        Claim large = budget.claim(50);
        Claim small = budget.claim(10);
        assertThat(small.granted()).isNotDone();
        large.leave();
        assertThat(small.granted()).isCompleted();
        assertThat(large.granted()).isNotDone();
        assertThat(budget.usedBytes()).isEqualTo(100);
    }

    @Test
    void leave_grantedAndNotUsed_givesBack() {
        Claim claim = budget.claim(60);
        assertThat(claim.granted()).isCompleted();
        assertThat(claim.join()).isTrue();
        claim.leave();
        assertThat(budget.usedBytes()).as("another one still waits").isEqualTo(60);
        claim.leave();
        assertThat(budget.usedBytes()).isZero();
        assertThat(claim.use()).isFalse();
        assertThat(claim.join()).as("withdrawn").isFalse();
    }

    @Test
    void claim_largerThanTheLimit_isGrantedWhenNothingElseIsHeld() {
        assertThat(budget.tryTake(1)).isTrue();
        Claim claim = budget.claim(150);
        assertThat(claim.granted()).isNotDone();
        budget.give(1);
        assertThat(claim.granted()).isCompleted();
        assertThat(budget.usedBytes()).isEqualTo(150);
        assertThat(budget.tryTake(1)).isFalse();
    }

    @Test
    void claim_withoutRoom_isGrantedWhenEnoughIsGivenBack() {
        assertThat(budget.tryTake(90)).isTrue();
        Claim claim = budget.claim(20);
        assertThat(claim.granted()).isNotDone();
        budget.give(10);
        assertThat(claim.granted()).isCompleted();
    }

    @Test
    void ready_room_isGrantedAndTakesNothing() {
        assertThat(budget.isReady(100)).isTrue();
        assertThat(budget.ready(100).granted()).isCompleted();
        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void ready_noRoom_isGrantedWhenThereIsAsMuchAsWasAskedFor() {
        assertThat(budget.tryTake(100)).isTrue();
        Claim ready = budget.ready(30);
        budget.give(29);
        assertThat(ready.granted()).isNotDone();
        assertThat(budget.isReady(1)).as("behind it").isFalse();
        budget.give(1);
        assertThat(ready.granted()).isCompleted();
        assertThat(budget.usedBytes()).isEqualTo(70);
    }

    @Test
    void constructor_noBytes_refuses() {
        assertThatThrownBy(() -> new ByteBudget(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }
}
