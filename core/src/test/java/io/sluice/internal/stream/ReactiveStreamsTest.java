package io.sluice.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/** Runs the technology compatibility kit of Reactive Streams, which is made of TestNG's tests. */
class ReactiveStreamsTest {

    @Test
    void subscriber_keepsTheRules() {
        TestNG testNg = new TestNG(false);
        testNg.setVerbose(0);
        testNg.setTestClasses(new Class<?>[] {SubscriberVerification.class});
        TestListenerAdapter results = new TestListenerAdapter();
        testNg.addListener(results);
        testNg.run();

        assertThat(results.getFailedTests())
                .extracting(result -> result.getName() + ": " + result.getThrowable())
                .isEmpty();
        assertThat(results.getConfigurationFailures()).isEmpty();
        assertThat(names(results.getPassedTests()))
                .contains(
                        "required_spec201_blackbox_mustSignalDemandViaSubscriptionRequest",
                        "required_spec205_blackbox_mustCallSubscriptionCancelIfItAlreadyHasAnSubscriptionAndReceivesAnotherOnSubscribeSignal",
                        "required_spec209_blackbox_mustBePreparedToReceiveAnOnCompleteSignalWithPrecedingRequestCall",
                        "required_spec210_blackbox_mustBePreparedToReceiveAnOnErrorSignalWithPrecedingRequestCall",
                        "required_spec213_blackbox_onNext_mustThrowNullPointerExceptionWhenParametersAreNull");
        // What the kit itself says it cannot verify.
        assertThat(names(results.getSkippedTests())).allMatch(name -> name.startsWith("untested_"));
    }

    private static List<String> names(List<ITestResult> results) {
        return results.stream().map(ITestResult::getName).toList();
    }
}
