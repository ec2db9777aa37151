# The two addresses that the board and the widget need. If your ApplicationController asks everybody to sign in,
# such as with Devise's authenticate_user!, add: skip_before_action :authenticate_user!
class FeedbackController < ApplicationController
  before_action { response.headers['Cache-Control'] = 'no-store' }

  # A state that no token can hold did not come from the board.
  rescue_from FeedbackBoard::SigningError do
    render plain: 'This link does not work. Begin again on the board.', status: :bad_request
  end

  # A script asks here, so a guest gets 401 and JSON, not a redirect to a page.
  def token
    return render json: { error: 'not_signed_in' }, status: :unauthorized unless current_user

    render json: { token: feedback.signer.for_app(vouched) }
  end

  # The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token.
  def sign_in
    state = params[:state]
    return redirect_to feedback.board_origin, allow_other_host: true unless state.is_a?(String) && state.present?

    unless current_user
      session[:return_to] = request.fullpath
      return redirect_to login_path
    end
    redirect_to feedback.signer.board_callback(vouched, state), allow_other_host: true
  end

  private

  # The signed-in user, as the board gets to know them. Never somebody whom the request names.
  def vouched
    FeedbackBoard::User.new(
      id: current_user.id,
      email: current_user.email,
      # Only true if this person confirmed the address. With Devise: current_user.confirmed?
      email_verified: current_user.email_verified,
      given_name: current_user.given_name
    )
  end
end
