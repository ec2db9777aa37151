/**
 * The Java samples of a text as one program. It reads the origin, the key and the address of a backend from standard input and has them in the
 * place of those in the samples.
 */
export function sampleProgram(text: string): string {
  const samples = [...text.matchAll(/```java\n([\s\S]+?)```/g)].map(([, sample = '']) => sample).join('\n')
  const imports = (samples.match(/^import .*;$/gm) ?? []).filter((line) => !line.includes('org.json')) // only Android has it
  const statements = samples
    .replace(/^import .*;\n/gm, '')
    .replace('"https://api.example.com"', 'given[0]')
    .replace('"https://app.example.com/feedback/token"', 'given[2] + "/json"')
    .replace('"svc_pk_live_…"', 'given[1]')
  return `${imports.join('\n')}

public final class Samples {
  interface Backend { String newFeedbackToken() throws Exception; }
  interface Account { String accessToken(); }

  /** As far as the samples use the one of Android. */
  static final class JSONObject {
    private final String text;
    JSONObject(String text) { this.text = text; }
    String getString(String name) { return text.replaceAll(".*\\"" + name + "\\":\\"([^\\"]*)\\".*", "$1"); }
  }

  public static void main(String[] words) throws Exception {
    String[] given = new String(System.in.readAllBytes(), "UTF-8").split("\\n");
    Backend backend = () -> {
      try (java.io.InputStream in = new java.net.URL(given[2] + "/token").openStream()) {
        return new String(in.readAllBytes(), "UTF-8");
      }
    };
    Account account = () -> "of-ada";
${statements}
    System.out.println("From the backend: " + FeedbackClient.builder(given[0], given[1]).tokenSource(fromBackend).build().signIn().displayName());
  }
}
`
}
