import signer from '../../../../../../docs/guides/sign-in-tokens/ruby.rb?raw'
import { coreOf, type Sample, type SampleValues } from './core.ts'

export function rubySample({ projectId, keyId, apiOrigin, boardOrigin }: SampleValues): Sample {
  return {
    language: 'Ruby',
    id: 'ruby',
    file: 'feedback.rb',
    kit: '/docs/kits/ruby',
    install: 'gem install jwt',
    code: `${coreOf(signer).replace("require 'securerandom'\n", "require 'securerandom'\nrequire 'uri'\n")}

PROJECT_ID = '${projectId}'
KEY_ID = '${keyId}'
API_ORIGIN = '${apiOrigin}'
BOARD_ORIGIN = '${boardOrigin}'
PRIVATE_KEY = OpenSSL::PKey.read(ENV.fetch('FEEDBACK_PRIVATE_KEY') { File.read('sign-in-key.pem') })

# At your sign-in URL: redirect the visitor to this address. +state+ is what the board sent, unchanged.
def board_address(user_id, state, **claims)
  token = sign_in_token(BOARD_ORIGIN, user_id, **claims, nonce: state)
  "#{BOARD_ORIGIN.chomp('/')}/sso/callback#token=#{token}&state=#{URI.encode_www_form_component(state)}"
end

# For your own app or the widget: a token that it exchanges for a session.
def app_token(user_id, **claims)
  sign_in_token(API_ORIGIN, user_id, **claims)
end

def sign_in_token(audience, user_id, **claims)
  create_sign_in_token(
    project_id: PROJECT_ID, key_id: KEY_ID, private_key: PRIVATE_KEY, audience: audience, user_id: user_id, **claims
  )
end
`,
    use: `# With Rails; require_user is yours and lets in users who are signed in to your app.
before_action :require_user, only: :sign_in
before_action { response.headers['Cache-Control'] = 'no-store' }

def sign_in
  state = params[:state].to_s # empty when somebody opens this address by themselves
  address = state.empty? ? BOARD_ORIGIN : board_address(current_user.id.to_s, state)
  redirect_to address, allow_other_host: true, status: :see_other
end

# get 'feedback/token' in your routes. Without require_user: it would send guests to a page, and the widget expects 401.
# A GET needs no CSRF token, so leave protect_from_forgery as it is.
def token
  return render json: { error: 'not_signed_in' }, status: :unauthorized unless current_user
  render json: { token: app_token(current_user.id.to_s) }
end
`,
  }
}
