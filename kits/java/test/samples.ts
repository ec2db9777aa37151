/**
 * The Java samples of a text as one program. It reads the origin, the key and the address of a backend from standard input and has them in the
 * place of those in the samples.
 */
export function sampleProgram(text: string): string {
  const samples = [...text.matchAll(/```java\n([\s\S]+?)```/g)].map(([, sample = '']) => sample).join('\n')
  const imports = samples.match(/^import .*;$/gm) ?? []
  const statements = samples
    .replace(/^import .*;\n/gm, '')
    .replace('"https://api.example.com"', 'given[0]')
    .replace('"svc_pk_live_…"', 'given[1]')
  return `${imports.join('\n')}

public final class Samples {
  interface Backend { String newFeedbackToken() throws Exception; }

  public static void main(String[] words) throws Exception {
    String[] given = new String(System.in.readAllBytes(), "UTF-8").split("\\n");
    Backend backend = () -> {
      try (java.io.InputStream in = new java.net.URL(given[2] + "/token").openStream()) {
        return new String(in.readAllBytes(), "UTF-8");
      }
    };
${statements}
  }
}
`
}
